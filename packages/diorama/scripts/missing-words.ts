// Lists what the word files lack in a language, with the English words: `npm run words -w @mediagen/diorama -- pl`.
import { allEntries } from '../src/reading/vocabulary.ts'
import { linesOf, wordsOf } from '../src/reading/word-tables.ts'

const [language = 'vi', filter = ''] = process.argv.slice(2)
const entries = allEntries().filter(({ at }) => at.includes(filter))
const missing = entries.filter((entry) => !linesOf(entry).has(language))
for (const entry of missing) console.log(`${entry.at}  ${entry.meaning}: ${wordsOf(entry, 'en').join(', ')}`)
console.log(`${entries.length - missing.length} of ${entries.length} meanings have words in "${language}"`)
