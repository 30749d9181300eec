import { seededRandom } from '../../demo/random.ts'

/**
 * A vitest setup file: every test file begins at this moment, and its clock runs on from there. A test that wants
 * another one sets the clock of its app. Only `scripts/at-moments.ts` gives other moments.
 */
const moment = process.env.BALCAO_TEST_MOMENT ?? '2026-11-18T12:00:00-03:00'

// Without isolation this file runs again for each test file, over the clock that it gave the last one.
const MachineDate = Date.prototype.constructor as DateConstructor
const aheadMs = Date.parse(moment) - MachineDate.now()
const now = (): number => MachineDate.now() + aheadMs

globalThis.Date = new Proxy(MachineDate, {
  construct: (target, given, made) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, made) as Date,
  apply: () => new MachineDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
})

/** Waits before a retry, and what the simulators make up. */
Math.random = seededRandom(Number(process.env.BALCAO_TEST_SEED ?? 20_261_118)).next
