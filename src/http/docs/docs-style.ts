/** The look of the documentation page: one column, both colour schemes, nothing loaded from anywhere. */
export const DOCS_STYLE = `
:root { color-scheme: light dark; --ink: #1d2330; --soft: #5b6475; --paper: #fbfaf7; --card: #fff; --line: #e4e0d8;
  --accent: #b4532a; --code: #f4f1ea; --post: #1f7a4d; --get: #2a5fb4 }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e6e1; --soft: #a2a9b8; --paper: #14171d; --card: #1b1f27;
  --line: #2d333f; --accent: #f0986b; --code: #11141a; --post: #63c493; --get: #82acf0 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif }
main, header, footer { max-width: 58rem; margin: 0 auto; padding: 0 1.25rem }
header { padding-top: 3.5rem }
h1 { font-size: 2.4rem; letter-spacing: -.03em; margin: 0 0 .5rem }
h2 { font-size: 1.5rem; letter-spacing: -.01em; margin: 3rem 0 .25rem }
h3 { font-size: 1.05rem; margin: 1.6rem 0 .5rem }
p { margin: .4rem 0; max-width: 46rem }
.soft { color: var(--soft) }
a { color: var(--accent) }
nav { display: flex; flex-wrap: wrap; gap: .4rem 1.1rem; margin: 1.5rem 0 0; font-size: .95rem }
section { background: var(--card); border: 1px solid var(--line); border-radius: .8rem; padding: .2rem 1.4rem 1.4rem;
  margin: 1.4rem 0 }
section > h2 { margin-top: 1.2rem }
.line { font: 600 .95rem/1.4 ui-monospace, monospace; overflow-wrap: anywhere }
.verb { display: inline-block; min-width: 3.2rem; color: var(--get) }
.verb.post { color: var(--post) }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .88em }
code { background: var(--code); border-radius: .3em; padding: .1em .35em }
pre { background: var(--code); border: 1px solid var(--line); border-radius: .5rem; padding: .8rem 1rem;
  overflow-x: auto; margin: .5rem 0; line-height: 1.45 }
pre code { background: none; padding: 0 }
.table { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-size: .93rem }
th, td { text-align: left; vertical-align: top; padding: .45rem .9rem .45rem 0; border-top: 1px solid var(--line) }
th { color: var(--soft); font-weight: 600; border-top: 0 }
td:first-child { white-space: nowrap }
.must { color: var(--accent); font-size: .85em }
summary { cursor: pointer; margin-top: 1.2rem; font-weight: 600 }
footer { padding: 2rem 1.25rem 4rem; color: var(--soft); font-size: .9rem }
`
