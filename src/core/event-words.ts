import { moneyText } from './money/money-text.ts'
import type { EventNames, ServiceEvent } from './service-event.ts'

type Words = (facts: ServiceEvent['data'], whose: string) => string

const WORDS: Readonly<Record<ServiceEvent['event'], Words>> = {
  'budget.reached': ({ percent, period, spentUsd, limitUsd }, whose) =>
    `${whose} has reached ${percent}% of its budget for the ${period}: ${moneyText(Number(spentUsd))} of ${moneyText(Number(limitUsd))}.`,
  'engine.down': ({ engine, reason }) =>
    `The engine '${engine}' failed to start jobs${reason === null ? '' : ` (${reason})`}. Its tasks wait.`,
  'engine.up': ({ engine }) => `The engine '${engine}' takes jobs again.`,
  'model.retiring': ({ model, retires, successor }) =>
    `The model '${model}' will be shut down by its provider on ${retires}.${successor === null ? '' : ` Use '${successor}' instead.`}`,
  'webhook.failing': ({ host, isGivenUp, attempts }, whose) =>
    `Webhooks of ${lower(whose)} to ${host} fail: ${
      isGivenUp === true
        ? `one was given up after ${counted(attempts, 'attempt')}`
        : `one has failed ${counted(attempts, 'time')}`
    }.`,
  'key.expiring': ({ expiresAt }, whose) => `${whose} expires at ${expiresAt}.`,
}

const counted = (count: unknown, word: string): string => `${String(count)} ${word}${count === 1 ? '' : 's'}`

/** An event in one sentence, for people. */
export function summaryOf({ event, keyId, project, data }: ServiceEvent, names: EventNames): string {
  const whose = keyId === null ? `The project '${names.project ?? project}'` : `The API key '${names.key ?? keyId}'`
  return WORDS[event](data, whose)
}

const lower = (words: string): string => `${words.slice(0, 1).toLowerCase()}${words.slice(1)}`
