import { styleText } from 'node:util'

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

/** What a command writes to: answers to standard output, everything about the work to standard error. */
export type Screen = {
  /** Answers are JSON: because it was asked for, or because no person reads them. */
  readonly isJson: boolean
  /** A person sees what goes to standard error as it happens. */
  readonly isLive: boolean
  /** A person sees what goes to standard output. */
  readonly isShown: boolean
  /** Columns of the window; without end where there is none. */
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
