import type { Spot, Subject } from '../brief.ts'

const SLUNG =
  /^(lamb|ewe|ram|goat|calf|deer|fawn|pig|dog|wolf|fox|guide-dog|service-dog|poodle|husky|boar|donkey|llama)/

/** Whether a beast lies across both shoulders of whoever carries it there; a cat and a parrot sit on one. */
export const isSlung = ({ art, kind }: Pick<Subject, 'art' | 'kind'>, spot: Spot | undefined): boolean =>
  spot === 'shoulders' && kind === 'animal-mammal' && SLUNG.test(art)
