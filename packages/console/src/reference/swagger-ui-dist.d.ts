/** As much of it as is used here; the package brings no types. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  type CreateElement = (type: string, props: null, ...children: unknown[]) => unknown
  export type Plugin = (system: { React: { createElement: CreateElement } }) => {
    components: Record<string, (props: { text: unknown }) => unknown>
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
