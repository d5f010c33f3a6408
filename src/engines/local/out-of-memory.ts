const OUT_OF_MEMORY =
  /out of (?:device |host |video )?memory|OutOf(?:Device|Host)Memory|OUT_OF_(?:DEVICE_|HOST_)?MEMORY|bad_alloc|(?:failed|unable) to allocate|cannot allocate memory|allocat\w+ [^\n]{0,60}failed|not enough (?:video |device )?memory|insufficient memory/i

/** Whether the native library reports, in one of its many ways, that memory was too small. */
export function isOutOfMemory(text: string): boolean {
  return OUT_OF_MEMORY.test(text)
}

/** Settings that reduce a model's memory, from the harmless to the slow; each rung includes those before it. */
const RUNGS: readonly { settings: Readonly<Record<string, string | number | boolean>>; needsGpu: boolean }[] = [
  { settings: {}, needsGpu: false },
  { settings: { vae_tiling: true }, needsGpu: false },
  { settings: { offload_to_cpu: true }, needsGpu: true },
  { settings: { max_vram: -1, stream_layers: true }, needsGpu: true },
]

/** The settings of a rung of the ladder; undefined below the last one. */
export function rungSettings(
  rung: number,
  device: 'cpu' | 'gpu',
): Record<string, string | number | boolean> | undefined {
  const rungs = RUNGS.filter(({ needsGpu }) => device === 'gpu' || !needsGpu)
  if (rung >= rungs.length) return undefined
  return Object.assign({}, ...rungs.slice(0, rung + 1).map(({ settings }) => settings)) as Record<string, string>
}

/** The largest available size with at most half of the pixels; undefined if none is that small. */
export function sizeThatFits(sizes: readonly string[], width: number, height: number): string | undefined {
  const area = (size: string): number => size.split('x').reduce((product, side) => product * Number(side), 1)
  const fitting = sizes.filter((size) => area(size) <= (width * height) / 2)
  return fitting.toSorted((one, other) => area(other) - area(one))[0]
}
