// English deeds are written in the word files as one is doing them: "kissing", "looking at". How else a prompt may tell
// them, "kisses", "children kiss", "kissed a frog", follows from that.

// "Hugging", "sitting"; but "kissing", "pulling" and "buzzing" have two of their own.
const DOUBLED = /([bdgkmnprt])\1$/

// Hid or hide, writ or write: what is no word is in no prompt either, so both are made where spelling does not tell.
function verbsOf(doing: string): string[] {
  const root = doing.slice(0, -3)
  if (DOUBLED.test(root)) return [root.slice(0, -1)]
  return /[aeiouwxy]$|([flsz])\1$/.test(root) && !root.endsWith('u') ? [root] : [root, `${root}e`]
}

const endsInY = (verb: string) => /[^aeiou]y$/.test(verb)

function oneDoes(verb: string): string {
  if (endsInY(verb)) return `${verb.slice(0, -1)}ies`
  return /(s|x|z|ch|sh|o)$/.test(verb) ? `${verb}es` : `${verb}s`
}

function wasDone(verb: string, doing: string): string {
  return endsInY(verb) ? `${verb.slice(0, -1)}ied` : `${doing.slice(0, -3)}ed`
}

// "Cutting vegetables" is one phrase, but of "cuts vegetables" the vegetables are to be seen.
const SMALL =
  /^(a|an|the|at|to|on|in|up|down|out|over|off|for|with|his|her|their|its|into|through|behind|across|after)$/

/** Other forms of a deed that is written as "kissing", with whatever follows it: "kisses", "kiss", "kissed". */
export function englishForms(phrase: string): string[] {
  const [doing = '', ...rest] = phrase.split(' ')
  if (doing.length < 6 || !doing.endsWith('ing') || !rest.every((word) => SMALL.test(word))) return []
  const forms = verbsOf(doing).flatMap((verb) => [oneDoes(verb), verb, wasDone(verb, doing)])
  return [...new Set(forms)].map((form) => [form, ...rest].join(' '))
}
