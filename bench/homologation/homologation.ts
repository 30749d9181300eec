import { startHouse } from './house.ts'
import { counted, playLine, type Played } from './line.ts'
import { carriedLines } from './carried-lines.ts'
import { catalogLines } from './catalog-lines.ts'
import { orderLines } from './order-lines.ts'
import { financialLines, testFigureLines } from './financial-lines.ts'
import { limitLines } from './limit-lines.ts'
import { pickingLines } from './picking-lines.ts'
import { shippingLines } from './shipping-lines.ts'
import { storeLines, wireLines } from './store-lines.ts'
import { unplayedLines } from './unplayed-lines.ts'

/**
 * `npm run homologation`: plays each published line of iFood's homologation at the simulator, with the product's own
 * worker, and prints it with the exchange that was seen. About three minutes: polls are 30 s apart. Fails while a line
 * has failed. A pass here is no pass at iFood: the simulator knows only what is published (docs/marketplaces/ifood.md).
 */
const { house, stop } = await startHouse()
const played: Played[] = []
try {
  // Orders are independent of each other; what closes the store comes after them, one by one.
  played.push(
    ...(await Promise.all(
      [...orderLines, ...shippingLines, ...carriedLines, ...pickingLines].map((line) =>
        playLine(line, house),
      ),
    )),
  )
  const oneByOne = [
    ...storeLines,
    ...financialLines,
    ...catalogLines,
    ...wireLines,
    ...testFigureLines,
    ...limitLines,
  ]
  for (const line of [...oneByOne, ...unplayedLines]) played.push(await playLine(line, house))
} finally {
  await stop()
}
for (const { module, line, outcome, exchange } of played)
  console.log(`${outcome.padEnd(14)} ${module.padEnd(10)} ${line}\n${' '.repeat(26)}${exchange}`)
console.log(`\n${JSON.stringify(counted(played))}`)
process.exitCode = counted(played).failed > 0 ? 1 : 0
