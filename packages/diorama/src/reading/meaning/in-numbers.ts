import type { Token } from '../tokens.ts'
import type { NamedThing } from './named-thing.ts'

type Reading = { tokens: readonly Token[]; things: readonly NamedThing[] }

// 喂鸡, 花に水をやる: what comes in numbers and has no number in Chinese and Japanese.
const IN_NUMBERS =
  /^(chicken|pigeon|ewe|goose|duck|baby-chick|candle|acorn|hazelnut|strawberry|lemon|balloon|red-paper-lantern|firefly|seagull|blossom|rose|tulip|sunflower|daisy)$/
const ONE = /[一只個个条朵支盏枝本匹羽頭つ輪]|その|この|这|那/

/** Whether a thing that no word counts in Chinese or Japanese is one of several. */
export function isInNumbers({ tokens, things }: Reading, { sense, art }: NamedThing): boolean {
  if (!IN_NUMBERS.test(art) || art === things[0]?.art) return false
  const before = tokens.slice(Math.max(0, sense.at - 6), sense.at).filter(({ clause }) => clause === sense.clause)
  // A flower that is given is one.
  const given = /あげ|渡|贈|送|献|递/.test(tokens.map(({ text }) => text).join(''))
  return !given && !ONE.test(before.map(({ text }) => text).join(''))
}
