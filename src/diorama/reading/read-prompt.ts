import { allDrawings } from '../art.ts'
import type { Brief, Subject } from '../brief.ts'
import { chooseArchetype } from './choose-archetype.ts'

/** Understands a prompt as far as its words go. Never throws, whatever the text. */
export function readPrompt(prompt: string, seed: number): Brief {
  const words = ` ${prompt.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `
  const found = allDrawings().filter((drawing) => words.includes(` ${drawing.label.toLowerCase()} `))
  const subjects = found.slice(0, 3).map(({ id, label, kind, tones }): Subject => {
    return { art: tones[seed % Math.max(1, tones.length)] ?? id, label, kind, count: 1, scale: 'normal' }
  })
  return {
    prompt,
    language: 'en',
    archetype: chooseArchetype(subjects[0]?.kind),
    subjects,
    relations: [],
    places: [],
    weather: [],
    style: 'papercut',
    colours: [],
    loop: false,
    particles: [],
  }
}
