const ON_A_WORLD =
  /\b(?:on|auf|sur|en|sulla|na|sobre)(?: the| dem| la| el| der| le)? (?:moon|mond|lune|luna|mars|marte|lua)\b|月球|火星/i
const MARS = /\bmars\b|火星/i

/**
 * The places under the feet of whoever is in space: "on the moon" and "on Mars" are ground, a moon in the sky is not.
 * It takes the words before the name to tell, so the text is searched, not the words found in it.
 */
export function firmGround(prompt: string): ('moon' | 'mars')[] {
  if (!ON_A_WORLD.test(prompt)) return []
  return [MARS.test(prompt) ? 'mars' : 'moon']
}
