// Runs the commands that its argument lists, and prints what became of each as JSON.
import { runCommand } from '../../src/cli/run-command.ts'

const lines = JSON.parse(process.argv[2] ?? '[]') as string[][]
const print = process.stdout.write.bind(process.stdout)
const results: { code: number; signal: null; out: string; err: string }[] = []
// Each command listens for the end of its output.
process.stdout.setMaxListeners(0)
process.stderr.setMaxListeners(0)
for (const argv of lines) {
  const said = { out: '', err: '' }
  const into = (name: 'out' | 'err') => (text: string | Uint8Array) => {
    said[name] += text.toString()
    return true
  }
  process.stdout.write = into('out')
  process.stderr.write = into('err')
  const code = await runCommand(argv)
  results.push({ code, signal: null, ...said })
}
print(JSON.stringify(results))
