import { prepareDemoStaff } from '../demo/staff/prepare-demo-staff.ts'
import { catchUpDemo } from '../demo/seed/catch-up.ts'
import { seedDemo } from '../demo/seed/seed.ts'
import { startProblem } from './start-problem.ts'

/** A process of its own: what the making of 120 days holds in memory ends with it. */
const url = process.env.DATABASE_URL ?? ''
// Its parent was killed.
process.on('disconnect', () => process.exit(1))
try {
  const now = new Date()
  const isNew = await seedDemo(url, now, (line) => {
    console.log(line)
  })
  const { ended, made } = isNew ? { ended: 0, made: 0 } : await catchUpDemo(url, now)
  if (ended + made > 0)
    console.log(`Demonstração em dia: ${made} pedidos novos, ${ended} que estavam em andamento concluídos.`)
  await prepareDemoStaff(url)
  process.exit(0)
} catch (error) {
  console.error(startProblem(error))
  process.exit(1)
}
