import { styleText } from 'node:util'

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

/** Where a command writes: answers to standard output, messages about the work to standard error. */
export type Screen = {
  /** Answers are JSON: on request, or because no person reads them. */
  readonly isJson: boolean
  /** Whether a person sees standard error. */
  readonly isLive: boolean
  /** Whether a person sees standard output. */
  readonly isShown: boolean
  /** Columns of the window; infinite without one. */
  readonly columns: number
  print(text: string): void
  printJson(value: unknown): void
  /** To standard error. */
  note(text: string): void
  paint(style: Style, text: string): string
}

type Environment = Readonly<Record<string, string | undefined>>

export function openScreen({ json, environment }: { json: boolean | undefined; environment: Environment }): Screen {
  const isShown = process.stdout.isTTY
  const isLive = process.stderr.isTTY && environment['TERM'] !== 'dumb'
  const isColoured = isShown && (environment['NO_COLOR'] ?? '') === '' && environment['TERM'] !== 'dumb'
  return {
    isJson: json ?? !isShown,
    isLive,
    isShown,
    columns: isShown ? process.stdout.columns || 80 : Infinity,
    print: (text) => void process.stdout.write(`${text}\n`),
    printJson: (value) => void process.stdout.write(`${JSON.stringify(value, null, isShown ? 2 : undefined)}\n`),
    note: (text) => void process.stderr.write(`${text}\n`),
    paint: (style, text) => (isColoured ? styleText(style, text, { validateStream: false }) : text),
  }
}
