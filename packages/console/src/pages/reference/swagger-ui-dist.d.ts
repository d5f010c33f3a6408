/** As much of it as is used here; the package brings no types. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  type CreateElement = (type: unknown, props: object | null, ...children: unknown[]) => unknown
  type Request = {
    hasIn: (path: readonly string[]) => boolean
    setIn: (path: readonly string[], value: string) => Request
  }
  export type Plugin = (system: { React: { createElement: CreateElement } }) => {
    components?: Record<string, (props: { text: unknown }) => unknown>
    wrapComponents?: Record<string, (original: unknown) => (props: { request: Request }) => unknown>
  }
  type Options = {
    domNode: HTMLElement
    spec: unknown
    deepLinking: boolean
    docExpansion: 'list' | 'full' | 'none'
    defaultModelsExpandDepth: number
    validatorUrl: null
    plugins: readonly Plugin[]
    onComplete: () => void
  }
  export default function SwaggerUI(options: Options): { preauthorizeApiKey: (scheme: string, key: string) => void }
}
