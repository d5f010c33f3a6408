import { createHash } from 'node:crypto'

/** A package of the runtime: exactly this version, and these bytes if they are known. */
export type Pinned = { name: string; version: string; integrity?: string }

/**
 * stable-diffusion.cpp for `bare`, with everything that it and our driver load. Prebuilt for every platform; one of
 * them is kept.
 */
const SHARED: readonly Pinned[] = [
  {
    name: '@qvac/diffusion-cpp',
    version: '0.25.0',
    integrity: 'sha512-34FPYobB6iXd6CG6aK6CNPVYPrf7sYmODsxa9+bCGF2OrUFcitYW8VMnEL1EeAWJg9b5L9mXugc8y3BcmR5KxQ==',
  },
  {
    name: '@qvac/infer-base',
    version: '0.6.2',
    integrity: 'sha512-soUTI8227F0l2XYSeMHPEfwlZV1Cohe2rhZGiSYFMkm3Ak2N+JV4fufD5SBeNMFq0byrqgt8BWWlcbLSFCVqCw==',
  },
  {
    name: '@qvac/logging',
    version: '0.1.1',
    integrity: 'sha512-un8/b8JZBXRW/ljezFj3VGPxALhMvONeD62F/NHaU3TGs4SmdXWDcG65Aot+Bi4rIjaKQS5iY1P4WYGKU6Chew==',
  },
  {
    name: 'b4a',
    version: '1.9.0',
    integrity: 'sha512-dpfcF9fDNR6++cthXR67iyhgqWy9CBouAvIWhIntzBG6cvK/cnIPiZQjBwi/ZqjjBEDGfoNDtmB0kTjroOJ3pQ==',
  },
  {
    name: 'bare-env',
    version: '3.0.1',
    integrity: 'sha512-BdoLvnzaWR0YyyJreEx4zG2Od0AC/s9JSZ+EXyMZKunpn8zEgR/dGv37hdFUaY1bjDkcRKvcKkFyJIwlJ0CaYA==',
  },
  {
    name: 'bare-events',
    version: '2.9.2',
    integrity: 'sha512-AIPKioV7/Y/8KfZ3AAhjPJxLLbY49S64Ym5DakZlUg75qQiTgUq9hEJoEwa4eUezPUlXRy/i5NpsKvo9jgKmoA==',
  },
  {
    name: 'bare-os',
    version: '3.9.3',
    integrity: 'sha512-fF4Q7QsyKVF5Rj0qvI8BgUNjqzC2JvQlpTaPLjVJVxYVUX5Zr9un+y3w1HmA4nNKdFmRBT8z/WmrjvXzXVerKQ==',
  },
  {
    name: 'bare-path',
    version: '3.1.3',
    integrity: 'sha512-8r+FVU/o4zcFmpCDqbqAYhHHbtXPP+cyZKo7DRGRWc7OLlNs4TMaSQEpXL/sIdzyEG0M7RHw4B7xYMGrTc+qrg==',
  },
  {
    name: 'bare-pipe',
    version: '4.3.1',
    integrity: 'sha512-3P4MYTgOys1Bbz5dgWzwfroNOOl8x1zWJHTHVlwsojThhV/uJPRf+qFrYYBOnI0vQiJJLJtHlw8a4Osj/kcsJQ==',
  },
  {
    name: 'bare-stream',
    version: '2.13.4',
    integrity: 'sha512-PcrQ8lVLbiJscNm1Kez+Yp4Gy4AHGcN1lzwjvf5NybWen7VvEgUfyfnXYJ2zNqWnzOfCb1Abq6lH8ti0syQszA==',
  },
  {
    name: 'events-universal',
    version: '1.0.1',
    integrity: 'sha512-LUd5euvbMLpwOF8m6ivPCbhQeSiYVNb8Vs0fQ8QjXo0JTkEHpz8pxdQf0gStltaPpw0Cca8b39KxvK9cfKRiAw==',
  },
  {
    name: 'fast-fifo',
    version: '1.3.2',
    integrity: 'sha512-/d9sfos4yxzpwkDkuN7k2SqFKtYNmCTzgfEpz82x34IM9/zc8KGxQoXg1liNC/izpRM/MBdt44Nmx41ZWqk+FQ==',
  },
  {
    name: 'streamx',
    version: '2.28.1',
    integrity: 'sha512-zEzXb0s5Cds7tqMH6rhZ05lcJydCWiQPEwiNngVqzsxCc962vLY4Uw+mW7od8kDH258k2Uz/JrOkdIAAhSh9VA==',
  },
  {
    name: 'teex',
    version: '1.0.1',
    integrity: 'sha512-eYE6iEI62Ni1H8oIa7KlDU6uQBtqr4Eajni3wX7rpfXD8ysFx8z0+dri+KWEPWpBsxXfxu58x/0jvTVT1ekOSg==',
  },
  {
    name: 'text-decoder',
    version: '1.2.7',
    integrity: 'sha512-vlLytXkeP4xvEq2otHeJfSQIRyWxo/oZGEbXrtEEF9Hnmrdly59sUbzZ/QgyWuLYHctCHxFF4tRQZNQ9k60ExQ==',
  },
]

/**
 * The program that runs them. Its bytes are known for the platforms where they were tried; elsewhere, the registry is
 * trusted.
 */
const BARE_VERSION = '1.31.0'
const BARE: Readonly<Record<string, string>> = {
  'linux-x64': 'sha512-nAb6155Du4DAPSoiE+sS8HHmiHRSmI6zEvcCIfQwb677SGIhm4hlKfWfV9vpGKdHrKmlcTdjmxsALihU8KQPdg==',
}

/** The platforms that the library is built for. */
const PLATFORMS: readonly string[] = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64', 'win32-x64']

/** The path of the bare program inside its folder. */
export const bareProgram = (platform: string): string =>
  `bare-runtime-${platform}/bin/bare${platform.startsWith('win32') ? '.exe' : ''}`

/** All packages for a platform; undefined if the library is not built for it. */
export function packagesFor(platform: string): readonly Pinned[] | undefined {
  if (!PLATFORMS.includes(platform)) return undefined
  const integrity = BARE[platform]
  const bare = {
    name: `bare-runtime-${platform}`,
    version: BARE_VERSION,
    ...(integrity === undefined ? {} : { integrity }),
  }
  return [...SHARED, bare]
}

/** A name for exactly these packages, so that an update has its own folder. */
export function runtimeName(what: string, platform: string, packages: readonly Pinned[]): string {
  const listed = packages.map(({ name, version, integrity }) => `${name} ${version} ${integrity ?? ''}`).join('\n')
  return `${what}-${platform}-${createHash('sha256').update(listed).digest('hex').slice(0, 12)}`
}
