import { seededRandom } from '../../demo/random.ts'
import { givenMoment } from '../../server/testing/given-moment.ts'

/**
 * A vitest setup file: every test file begins at the given moment, and its clock runs on from there. A test that wants
 * another moment sets the clock of its app.
 */

// Without isolation this file runs again for each test file, over the clock that it gave the last one.
const MachineDate = Date.prototype.constructor as DateConstructor
const aheadMs = givenMoment.getTime() - MachineDate.now()
const now = (): number => MachineDate.now() + aheadMs

globalThis.Date = new Proxy(MachineDate, {
  construct: (target, given, made) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, made) as Date,
  apply: () => new MachineDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
})

/** Waits before a retry, and what the simulators make up. */
const random = seededRandom(Number(process.env.BALCAO_TEST_SEED ?? 20_261_118))
Math.random = () => random.next()
