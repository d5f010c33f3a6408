// Opens a store, takes its file away before the first write, and waits for the answer.
import { mkdirSync, rmSync } from 'node:fs'
import { sqliteStoreWithWriter } from '../../src/store/sqlite/store.ts'

const path = process.argv[2] ?? ''
const store = sqliteStoreWithWriter(path)
rmSync(path)
mkdirSync(path)
await store.owners.join('o').catch(() => undefined)
process.stdout.write('answered\n')
