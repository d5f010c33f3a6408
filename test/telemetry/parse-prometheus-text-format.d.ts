declare module 'parse-prometheus-text-format' {
  export type ParsedSample = { value?: string; labels?: Record<string, string> }
  export type ParsedFamily = { name: string; help: string; type: string; metrics: ParsedSample[] }
  export default function parse(text: string): ParsedFamily[]
}
