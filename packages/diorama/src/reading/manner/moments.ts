import type { Brief } from '../../brief.ts'
import type { Shot } from '../../design.ts'

const NUMBERS = ['', '', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'] as const
const COUNTED =
  /\b(two|three|four|five|six|seven|eight|[2-8])[ -](?:colou?r |equal )?(?:panels?|frames?|scenes|squares)/i
const MOST = 8

// How many panels a prompt asks for.
function panelsIn(prompt: string): number {
  const said = COUNTED.exec(prompt)?.[1]?.toLowerCase()
  const known = said === undefined ? -1 : NUMBERS.findIndex((word) => word !== '' && word === said)
  if (known > 0) return known
  const digit = Number(said)
  if (digit >= 2 && digit <= MOST) return digit
  return /storyboard/i.test(prompt) ? 6 : /page/i.test(prompt) ? 4 : 3
}

const FORMAT =
  /^(?:(?:an?|the|with|two|three|four|five|six|seven|eight|\d+|short|funny|manga|comic|strip|page|story|storyboard|book|panels?|frames?|of|about|showing|where)\b[\s,:-]*)+/i
const BREAKS = /\s*(?:[,;.]|\bthen\b|\band then\b|\bfinally\b|\bafter that\b|\band (?=\w+(?:s|ing)\b))\s*/i
// What tells of nobody: manner, light and print.
const MANNER =
  /\b(style|outlines?|colou?rs?|gutters|tones?|sketch|lines|dots|halftone|bold|dynamic|dramatic|screentone|shading|palette|arrows|lettering|simple cartoon|cartoon|black and white|ink|pencil|background|detailed)\b/i

// The moments of a story, one after the other. The first one names who it is about; the others are said of them.
function momentsOf(rest: string): string[] {
  const story = rest.trim().replace(FORMAT, (found) => (/\ba $/.test(found) ? 'a ' : ''))
  return story
    .split(BREAKS)
    .map((part) => part.trim())
    .filter((part) => part.length > 3 && part.replace(FORMAT, '') !== '' && !MANNER.test(part))
}

const SHOTS: readonly (Shot | undefined)[] = [undefined, 'close-up', 'wide', undefined, 'low', 'close-up']
const hasSubject = ({ subjects }: Brief) => subjects.some(({ scenery }) => !scenery)
const BEGINS_WITH_DEED = /^\w+(?:s|ing|es)\b/i

// A strip within a panel would have panels of its own, and so on without an end.
function withoutStrip(brief: Brief): Brief {
  const { design, ...plain } = brief
  return design?.kind === 'panels' ? plain : brief
}

// The briefs of all panels, read one by one; where the story has fewer moments than panels, the camera tells the rest.
function panelBriefs(rest: string, count: number, whole: Brief, read: (prompt: string) => Brief): Brief[] {
  const told = momentsOf(rest).slice(0, count)
  const [first = rest] = told
  const hero = /^(?:an? |the )?[^,]*?(?= (?:sees|finding|finds|flying|\w+ing|\w+s)\b)/i.exec(first)?.[0] ?? first
  const briefs = told.map((moment, at) => {
    const own = withoutStrip(read(moment))
    const needs = at > 0 && (!hasSubject(own) || BEGINS_WITH_DEED.test(moment))
    return needs ? withoutStrip(read(`${hero} ${moment}`)) : own
  })
  const seen = briefs.filter(hasSubject)
  if (seen.length === 0) return []
  return Array.from({ length: count }, (_, at): Brief => {
    const one = seen[at % seen.length] as Brief
    const shot = at >= seen.length ? SHOTS[at % SHOTS.length] : undefined
    const said = at === seen.length - 1 && whole.lettering ? { lettering: whole.lettering } : {}
    return { ...one, style: whole.style, ...(shot && { framing: { ...one.framing, shot } }), ...said }
  })
}

/** A strip with its moments; where none can be told, or no strip was asked for, the brief without one. */
export function inPanels(brief: Brief, rest: string, read: (prompt: string) => Brief): Brief {
  if (brief.design?.kind !== 'panels') return brief
  const moments = panelBriefs(rest, panelsIn(brief.prompt), brief, read)
  return moments.length > 1 ? { ...brief, moments } : withoutStrip(brief)
}
