// "Parrot on shoulder": tags leave out whose it is.
const OWNERLESS = /(?<!\bhand )\b(on|over|in) (?=(?:shoulders?|lap|arms|hands?)\b(?! of\b|-))/gi
// Of somebody with a quiver a bow is no ribbon.
const ARCHERS = /\b(archers?|el[fv]\w*|rangers?|hunt(?:er|ress)|amazon|robin hood|centaur|quiver|arrows?|warrior)\b/i
const BOW =
  /\b(?<!(?:hair|pink|ribbon|with a red|big|violin|cello) )bow(?= ?(?:$|[.,;]|in\b|on\b|drawn\b|at\b|and quiver\b|over\b))/gi

// Birds and bats that are a tag of their own are on the wing.
const ALOFT =
  /(?<=[,;]\s*)((?:\w+ )?(?:sea)?(?:gulls|birds|bats|crows|ravens|doves|swallows|butterflies|dragonflies|eagles))(?= ?(?:in the (?:background|distance|sky|air)|overhead|above)?\s*(?:[,;.]|$))/gi

/** A list of tags with what its short phrases leave out: whose shoulder it is, that gulls fly, what an archer holds. */
export function asTagged(prompt: string): string {
  const owned = prompt
    .replaceAll(OWNERLESS, '$1 their ')
    .replaceAll(/\bin mouth\b/gi, 'in its mouth')
    .replaceAll(ALOFT, '$1 flying')
  return ARCHERS.test(owned) ? owned.replaceAll(BOW, 'longbow') : owned
}
