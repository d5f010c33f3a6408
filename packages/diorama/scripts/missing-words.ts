// Lists what the word files lack in a language, with the English words: `npm run words -w @mediagen/diorama -- pl`.
import { allEntries } from '../src/reading/vocabulary.ts'

const [language = 'vi', filter = ''] = process.argv.slice(2)
const entries = allEntries().filter(({ at }) => at.includes(filter))
const missing = entries.filter(({ words }) => !words.has(language))
for (const { at, meaning, words } of missing) console.log(`${at}  ${meaning}: ${(words.get('en') ?? []).join(', ')}`)
console.log(`${entries.length - missing.length} of ${entries.length} meanings have words in "${language}"`)
