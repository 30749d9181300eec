import { prepareDemoStaff } from '../demo/prepare-demo-staff.ts'
import { seedDemo } from '../demo/seed.ts'
import { startProblem } from './start-problem.ts'

/** A process of its own: what the making of 120 days holds in memory ends with it. */
const url = process.env.DATABASE_URL ?? ''
// Its parent was killed.
process.on('disconnect', () => process.exit(1))
try {
  await seedDemo(url, new Date(), (line) => {
    console.log(line)
  })
  await prepareDemoStaff(url)
  process.exit(0)
} catch (error) {
  console.error(startProblem(error))
  process.exit(1)
}
