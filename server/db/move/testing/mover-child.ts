import type { CellAddress } from '../../../env-cells.ts'
import { moveChain } from '../move-chain.ts'

export interface MoverInput {
  readonly directoryUrl: string
  readonly cells: readonly CellAddress[]
  readonly store: string
  readonly to: string
  /** After this step it stands still, to be killed there. */
  readonly stopAt: string
}

/** A mover that is killed: prints `stopped` when it has done the step. */
const input = JSON.parse(process.argv[2] ?? '{}') as MoverInput
await moveChain({
  ...input,
  say: () => {},
  signal: new AbortController().signal,
  reached: async (step) => {
    if (step !== input.stopAt) return
    process.stdout.write('stopped\n')
    await new Promise(() => setInterval(() => {}, 60_000))
  },
})
