type Named = { id: string; prompt: string }

const MOST_WORDS = 6
const MOST_LETTERS = 48

/** What a result is called once it is saved: the first words of its prompt, and enough of its id to be told apart. */
export function downloadName({ id, prompt }: Named, url: string | null): string {
  const words = prompt.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const start = words.slice(0, MOST_WORDS).join('-').slice(0, MOST_LETTERS)
  const type = /\.(\w+)$/.exec(new URL(url ?? '', 'http://here').pathname)?.[1]
  return [start, id.slice(-6)].filter((part) => part !== '').join('-') + (type === undefined ? '' : `.${type}`)
}
