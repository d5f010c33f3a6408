/** One row of the vocabulary: the word of the field, and the words that it replaces. */
export type Term = { say: string; not: readonly string[] }

/**
 * The words in which documents, API texts, console and command line speak, so that a reader finds in one what was learnt in
 * another. `not` are whole words or phrases, whatever their case; names in code (`inWork`, `hungUp`) are not meant.
 */
export const VOCABULARY: readonly Term[] = [
  // Tasks
  { say: 'Queued', not: ['in line', 'stands in line', 'place in line', 'waits in line', 'put in line'] },
  { say: 'Running', not: ['in work', 'in hand'] },
  { say: 'Retry', not: ['ask once more', 'asks once more', 'asked once more', 'once more for what'] },
  { say: 'Reuse', not: ['put into the form', 'recall'] },
  { say: 'Regenerate', not: ['again with a new seed'] },
  { say: 'Random', not: ['another each time'] },
  { say: 'Requested, used', not: ['asked and effective', 'asked against effective'] },
  { say: 'the current task', not: ['as it stands', 'how it stands', 'how a task stands', 'how a video stands'] },
  { say: 'Reference images', not: ['pictures to work from', 'picture to work from'] },
  { say: 'Synchronous', not: ['images that somebody waits for', 'images that nobody waits for'] },
  {
    say: 'Held by a limit of the key',
    not: ['parked until', 'parked outside', 'place of its key', 'place of their key'],
  },
  // Keys and limits
  { say: 'API reference', not: ['the interface, drawn'] },
  { say: 'Permissions', not: ['what it may do and use'] },
  { say: 'Budget', not: ['dollars a day', 'dollars a month', 'what may be spent'] },
  { say: 'Create key', not: ['make the key'] },
  { say: 'Rotate a key', not: ['another text'] },
  { say: 'Done, I saved it', not: ['I have kept it'] },
  { say: 'Requests per minute', not: ['requests a minute', 'makes a minute', 'reads a minute'] },
  { say: 'Queued tasks', not: ['waiting behind'] },
  { say: 'Audit log', not: ['who changed what'] },
  { say: 'Takes effect', not: ['goes by a change', 'goes by it'] },
  // Webhooks
  { say: 'Resend', not: ['send again everything', 'sending it again'] },
  { say: 'as a success or a failure', not: ['well or badly', 'ended well', 'ended badly'] },
  { say: 'Retried', not: ['tried again as ever'] },
  // Operations
  { say: 'Heartbeat', not: ['sign of life', 'signs of life', 'missed beats', 'its beat'] },
  { say: 'Updates live', not: ['renews itself'] },
  { say: 'Drain', not: ['grace time'] },
  { say: 'Disconnect', not: ['hangs up', 'hung up', 'hang up', 'hanging up'] },
  { say: 'Pause an engine', not: ['lets nothing new begin', 'let nothing new begin', 'left alone for a while'] },
  { say: 'Downtime', not: ['an absence', 'the absence'] },
  { say: 'Bundled', not: ['come along', 'comes along', 'came along', 'brought along', 'brings along'] },
  { say: 'Quarantined', not: ['bury', 'buried'] },
  { say: 'Orphan', not: ['strays', 'stray file'] },
  {
    say: 'API or endpoint',
    not: ['every door', 'other doors', 'outer doors', 'through one door', 'measures the doors'],
  },
  // Plain English
  { say: 'anyone who, the caller, the operator', not: ['whoever', 'whomever', 'whosoever', 'whoso'] },
  { say: 'silently', not: ['in silence', 'without a word'] },
  { say: 'ignored', not: ['passed over'] },
  { say: 'reported', not: ['is told when', 'tells of', 'told of', 'tell of'] },
  { say: 'if it persists', not: ['if it stays'] },
  { say: 'for any reason', not: ['in whatever way', 'of whatever', 'in whatever'] },
  { say: 'instead of', not: ['in place of'] },
  { say: 'next to, in addition to', not: ['beside', 'beside it'] },
  { say: 'that many', not: ['asks for so many', 'so many images'] },
  { say: 'Copy URL', not: ['copy address'] },
  { say: 'No match', not: ['nothing is called that'] },
  { say: 'forever', not: ['for ever'] },
]
