// node:test learns which test a callback belongs to by following every promise and every timer of its process. That takes a
// tenth to a quarter of the time of our tests, and memory for each promise. A value that Node itself carries along tells the
// same at no cost. node:test takes these functions when it is loaded, so this module comes before it.
import asyncHooks from 'node:async_hooks'

type Init = (asyncId: number, type: string, triggerAsyncId: number, resource: object) => void

const { AsyncLocalStorage, AsyncResource, createHook, executionAsyncId } = asyncHooks
const idOfTest = new AsyncLocalStorage<number>()
// The reporter's scope and the first tests may be made before anybody listens.
const unheard: [asyncId: number, resource: object][] = []
let noteTest: Init | undefined

/** A test of node:test is one of these. What runs in it, and whatever follows from that, finds its number. */
class TestScope extends AsyncResource {
  constructor(...args: ConstructorParameters<typeof AsyncResource>) {
    super(...args)
    if (noteTest === undefined) unheard.push([this.asyncId(), this])
    else noteTest(this.asyncId(), 'test', 0, this)
  }
  override runInAsyncScope<This, Result>(
    fn: (this: This, ...args: never[]) => Result,
    thisArg?: This,
    ...args: unknown[]
  ): Result {
    const own = (...given: unknown[]): Result => idOfTest.run(this.asyncId(), () => Reflect.apply(fn, thisArg, given))
    return super.runInAsyncScope(own, undefined, ...args)
  }
}

Object.assign(asyncHooks, {
  AsyncResource: TestScope,
  executionAsyncId: () => idOfTest.getStore() ?? executionAsyncId(),
  createHook: ({ init }: { init: Init }) => {
    noteTest = init
    for (const [asyncId, resource] of unheard.splice(0)) init(asyncId, 'test', 0, resource)
    const hook = { enable: () => hook, disable: () => hook }
    return hook
  },
})
export const { beforeEach } = await import('node:test')
// Nobody else gets them.
Object.assign(asyncHooks, { AsyncResource, createHook, executionAsyncId })
