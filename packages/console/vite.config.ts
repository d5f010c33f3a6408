import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

/** Where `vite` hands on what is not a page while the console is worked on. */
const SERVICE = process.env['MEDIAGEN_URL'] ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [layersFirst(), iconsInUse()],
  build: {
    // Browsers of the last two years: nested rules, light-dark() and native dialogs come without stand-ins.
    target: ['chrome125', 'firefox128', 'safari18'],
    // The policy of the page allows no address that is not its own, `data:` fonts and scripts included.
    assetsInlineLimit: 0,
    // Chromium fetches what a page needs by itself; the stand-in for older browsers would be one script more.
    modulePreload: { polyfill: false },
    // The renderer of the API reference is one piece, and only /docs loads it.
    chunkSizeWarningLimit: 1_600,
    rolldownOptions: {
      // Marks of another kind of rendering, which mean nothing here.
      onLog: (level, log, say) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE' && !isNodeInClient(log.message)) say(level, log)
      },
    },
  },
  server: { proxy: { '^/(api|files|openapi.json|v1)': SERVICE } },
})

/** The client loads what it has for Node only when it is given a path, which no page can. */
function isNodeInClient(message: string): boolean {
  return /"node:[\w/]+" has been externalized/.test(message) && message.includes('packages/client/')
}

/**
 * One order of layers, said at the top of every sheet. The first sheet that a browser reads decides, and which one that is
 * depends on how the pieces were cut: said once, the order would change with the next import.
 */
function layersFirst(): Plugin {
  return {
    name: 'layers-first',
    enforce: 'pre',
    transform: {
      filter: { id: /\/packages\/console\/src\/.*\.css$/ },
      handler: (code) => `@layer reset, tokens, vendor, parts, app, pages;\n${code}`,
    },
  }
}

/** Of the two thousand icons of the set, those that the console names. */
function iconsInUse(): Plugin {
  return {
    name: 'icons-in-use',
    enforce: 'pre',
    load: {
      filter: { id: /@iconify-json\/lucide\/icons\.json$/ },
      handler: (id) => {
        const { icons } = JSON.parse(readFileSync(id, 'utf8')) as { icons: Record<string, unknown> }
        const source = readFileSync(join(import.meta.dirname, 'src/look/icons.ts'), 'utf8')
        const names = Array.from(source.matchAll(/icon\('([\w-]+)'\)/g), ([, name = '']) => name)
        return JSON.stringify({ icons: Object.fromEntries(names.map((name) => [name, icons[name]])) })
      },
    },
  }
}
