import { createRequire } from 'node:module'
import type fastCheck from 'fast-check'

/**
 * What tests import as `fast-check` (vitest.config.ts): every property that names no seed of its own runs with this
 * one, so that a run can be repeated. `npm run explore` gives others.
 */
const { default: fc } = createRequire(import.meta.url)('fast-check') as { default: typeof fastCheck }
fc.configureGlobal({ seed: Number(process.env.BALCAO_TEST_SEED ?? 20_261_118) })
export default fc
