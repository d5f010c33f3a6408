import { Panel } from '../../parts/panels/panel.tsx'

const COLOURS = {
  Grounds: ['paper', 'surface', 'sunken', 'raised', 'hover', 'line', 'edge'],
  Text: ['ink', 'soft', 'faint'],
  Accent: ['accent', 'accent-hover', 'on-accent', 'accent-wash'],
  Meaning: ['good', 'good-wash', 'warn', 'warn-wash', 'bad', 'bad-wash'],
} as const
const TEXTS = [28, 20, 16, 14, 12] as const
const SPACES = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16] as const

export function Foundations() {
  return (
    <>
      <Panel
        title="Colors"
        about="Warm grays and one accent, so that the images provide the color. Each token has a light and a dark value."
      >
        {Object.entries(COLOURS).map(([group, names]) => (
          <div key={group}>
            <h3>{group}</h3>
            <ul className="swatches">
              {names.map((name) => (
                <li key={name}>
                  <span style={{ background: `var(--${name})` }} aria-hidden />
                  <code>--{name}</code>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </Panel>
      <div className="panels">
        <Panel title="Type" about="System fonts in five sizes, with digits of equal width.">
          <ul className="type-scale">
            {TEXTS.map((size) => (
              <li key={size}>
                <span style={{ fontSize: `var(--text-${size})` }}>A boat on a quiet sea</span>
                <code>{size}</code>
              </li>
            ))}
            <li>
              <code className="mono-sample">0123456789 mg_a1b2c3</code>
              <code>mono</code>
            </li>
          </ul>
        </Panel>
        <Panel title="Spacing and corners" about="Multiples of 4 on an 8-pixel grid; corner radii of 10 and 6 pixels.">
          <ul className="spaces">
            {SPACES.map((step) => (
              <li key={step}>
                <span style={{ width: `var(--s${step})` }} aria-hidden />
                <code>{step * 4}</code>
              </li>
            ))}
          </ul>
          <ul className="corners">
            <li>--round</li>
            <li>--round-small</li>
          </ul>
        </Panel>
      </div>
    </>
  )
}
