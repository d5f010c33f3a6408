import packageJson from '../package.json' with { type: 'json' }

/** The version of this program, as it is published. */
export const VERSION: string = packageJson.version
