import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Mediagen } from '@mediagen/client'
import { taskFeed } from './task-feed.ts'

/** A feed on a service that has these tasks, newest first, and finds only those of them that a search keeps. */
function feedOn(tasks: readonly { id: string }[], isFound: (id: string) => boolean = () => true) {
  const fetch = async (url: string): Promise<Response> => {
    const { searchParams } = new URL(url)
    const from = Number(searchParams.get('cursor') ?? 0)
    const to = from + Number(searchParams.get('limit'))
    const hasMore = to < tasks.length
    const data = tasks.slice(from, to).filter(({ id }) => isFound(id))
    return Response.json({ object: 'list', data, has_more: hasMore, next_cursor: hasMore ? String(to) : null })
  }
  return taskFeed(new Mediagen({ apiKey: 'mg_key', baseURL: 'http://service.example', fetch }).tasks, {})
}

const madeTasks = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: String(9_000 - index),
    created: 9_000 - index,
    status: 'success',
  }))

test('of more than a page of tasks that come into an empty list at once, none is left out', async () => {
  const tasks: { id: string }[] = []
  const feed = feedOn(tasks)
  await feed.refresh()
  assert.deepEqual(feed.state().tasks, [])
  tasks.push(...madeTasks(250))
  await feed.refresh()
  while (feed.state().hasMore) await feed.loadMore()
  assert.deepEqual(
    feed.state().tasks.map(({ id }) => id),
    tasks.map(({ id }) => id),
  )
})

test('a search that has found nothing to its end does not begin again', async () => {
  const feed = feedOn(madeTasks(250), () => false)
  await feed.refresh()
  assert.equal(feed.state().hasMore, true)
  await feed.loadMore()
  assert.equal(feed.state().hasMore, false)
  await feed.refresh()
  assert.equal(feed.state().hasMore, false)
})
