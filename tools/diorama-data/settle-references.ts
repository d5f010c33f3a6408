// Renderers disagree about references within an SVG. The one that draws our scenes knows `xlink:href` alone and takes
// only the colours of a gradient from another, not its units or its place, and no opacity from a <use>; others refuse
// to clip by a <use> of a <use>. Each leaves parts out in silence: mermaids were bald and scrolls had no paper.

const GRADIENT = /<(linearGradient|radialGradient)\b([^>]*?)(?:\/>|>([^]*?)<\/\1>)/g
const SHARED = new Set(['gradientUnits', 'gradientTransform', 'spreadMethod'])

type Gradient = { element: string; attributes: Map<string, string>; stops: string }

function attributesOf(text: string): Map<string, string> {
  return new Map(Array.from(text.matchAll(/([\w:-]+)="([^"]*)"/g), ([, name = '', value = '']) => [name, value]))
}

function targetOf(attributes: Map<string, string>): string | undefined {
  return (attributes.get('href') ?? attributes.get('xlink:href'))?.replace(/^#/, '')
}

function complete(gradient: Gradient, byId: Map<string, Gradient>, seen: readonly Gradient[] = []): Gradient {
  const parent = byId.get(targetOf(gradient.attributes) ?? '')
  const own = new Map([...gradient.attributes].filter(([name]) => !/^(xlink:)?href$/.test(name)))
  if (!parent || seen.includes(parent)) return { ...gradient, attributes: own }
  const { attributes, stops, element } = complete(parent, byId, [...seen, gradient])
  for (const [name, value] of attributes) {
    const inherited = SHARED.has(name) || (element === gradient.element && name !== 'id')
    if (inherited && !own.has(name)) own.set(name, value)
  }
  return { element: gradient.element, attributes: own, stops: gradient.stops || stops }
}

/** Gives every gradient that refers to another what it takes from there. */
function completeGradients(body: string): string {
  const read = ([, element = '', attributes = '', stops = '']: RegExpMatchArray | string[]): Gradient => ({
    element,
    attributes: attributesOf(attributes),
    stops,
  })
  const all = Array.from(body.matchAll(GRADIENT), read)
  const byId = new Map(all.map((gradient) => [gradient.attributes.get('id') ?? '', gradient]))
  return body.replace(GRADIENT, (whole: string, ...groups: string[]) => {
    const gradient = read([whole, ...groups])
    if (targetOf(gradient.attributes) === undefined) return whole
    const { element, attributes, stops } = complete(gradient, byId)
    const text = Array.from(attributes, ([name, value]) => ` ${name}="${value}"`).join('')
    return `<${element}${text}>${stops}</${element}>`
  })
}

/** Lets a <use> of a bare <use> refer to what that one refers to. */
function shortenUses(body: string): string {
  const next = new Map<string, string>()
  for (const [, text = ''] of body.matchAll(/<use\b([^>]*?)\/>/g)) {
    const attributes = attributesOf(text)
    const [id, target] = [attributes.get('id'), targetOf(attributes)]
    // One that also moves or paints is more than a name for its target.
    if (id !== undefined && target !== undefined && attributes.size === 2) next.set(id, target)
  }
  return body.replace(/(<use\b[^>]*?href=")#([^"]+)"/g, (_, head: string, id: string) => {
    let target = id
    for (let steps = 0; next.has(target) && steps < next.size; steps++) target = next.get(target) ?? target
    return `${head}#${target}"`
  })
}

function veilAround(body: string): string {
  return body.replaceAll(
    /<use\b([^>]*?)\sopacity="([^"]*)"([^>]*?)\/>/g,
    (_, before: string, opacity: string, after: string) => `<g opacity="${opacity}"><use${before}${after}/></g>`,
  )
}

/** The same drawing with references that every renderer understands alike. */
export function settleReferences(body: string): string {
  return veilAround(shortenUses(completeGradients(body))).replaceAll(/(\s)href="#/g, '$1xlink:href="#')
}
