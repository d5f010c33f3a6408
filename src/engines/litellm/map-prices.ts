import type { TaskKind } from '../../core/tasks/model.ts'
import { isRecord } from '../config/check-fields.ts'
import { priceKey } from '../config/price-table.ts'
import type { PriceRuleConfig } from '../define-config.ts'
import { entryRules, type Subject, subjectOf } from './read-entry.ts'

export type Wanted = { provider: string; kind: TaskKind; model: string }

export type MappedPrices = {
  /** Rules by `priceKey`. */
  prices: Record<string, PriceRuleConfig[]>
  /** Entries about relevant models that were not used, or only in part. */
  remarks: { entry: string; why: string }[]
}

type Line = { name: string; subject: Subject; rules: readonly PriceRuleConfig[] }

/** The prices of these models in LiteLLM's public file. Anything ambiguous is reported, never guessed. */
export function mapLiteLlmPrices(file: unknown, wanted: readonly Wanted[], believeZero: boolean): MappedPrices {
  const keys = new Set(wanted.map(({ provider, kind, model }) => priceKey(provider, kind, model)))
  const remarks: MappedPrices['remarks'] = []
  const lines = new Map<string, Line[]>()
  for (const [name, entry] of Object.entries(isRecord(file) ? file : {})) {
    const subject = isRecord(entry) ? subjectOf(name, entry) : undefined
    const key = subject === undefined ? '' : priceKey(subject.provider, subject.kind, subject.model)
    if (!isRecord(entry) || subject === undefined || !keys.has(key)) continue
    const found = entryRules(subject.kind, entry, believeZero)
    if (subject.other !== undefined)
      remarks.push({ entry: name, why: `it is for ${subject.other}, which no price rule can express` })
    else if ('why' in found) remarks.push({ entry: name, why: found.why })
    else {
      lines.set(key, [...(lines.get(key) ?? []), { name, subject, rules: found.rules }])
      if (found.note !== undefined) remarks.push({ entry: name, why: `${found.note}; the rest was used` })
    }
  }
  const prices = [...lines].flatMap(([key, all]) => {
    const rules = together(mostSpecific(all, remarks), remarks)
    return rules.length === 0 ? [] : [[key, rules] as const]
  })
  return { prices: Object.fromEntries(prices), remarks }
}

/** Among prices by quality or size, one without these is somebody's guess at a usual value. */
function mostSpecific(lines: readonly Line[], remarks: MappedPrices['remarks']): Line[] {
  return (['quality', 'size'] as const).reduce<Line[]>(
    (left, condition) => {
      if (!left.some(({ subject }) => subject[condition] !== undefined)) return left
      for (const { name, subject } of left)
        if (subject[condition] === undefined)
          remarks.push({ entry: name, why: `it has no ${condition}, but other entries of this model have one` })
      return left.filter(({ subject }) => subject[condition] !== undefined)
    },
    [...lines],
  )
}

/** One rule for each condition. Equal entries count once; contradicting ones do not count. */
function together(lines: readonly Line[], remarks: MappedPrices['remarks']): PriceRuleConfig[] {
  const byCondition = new Map<string, Line[]>()
  for (const line of lines) {
    const name = `${line.subject.quality} ${line.subject.size}`
    byCondition.set(name, [...(byCondition.get(name) ?? []), line])
  }
  return [...byCondition.values()].flatMap((same) => {
    const [first] = same
    if (first === undefined) return []
    if (same.some(({ rules }) => JSON.stringify(rules) !== JSON.stringify(first.rules))) {
      remarks.push(...same.map(({ name }) => ({ entry: name, why: 'two entries of this model differ' })))
      return []
    }
    return first.rules.map((rule) => withConditions(rule, first.subject))
  })
}

function withConditions({ when, ...amounts }: PriceRuleConfig, { quality, size }: Subject): PriceRuleConfig {
  const all = {
    ...when,
    ...(size === undefined ? {} : { size }),
    ...(quality === undefined ? {} : { options: { quality } }),
  }
  return Object.keys(all).length === 0 ? amounts : { when: all, ...amounts }
}
