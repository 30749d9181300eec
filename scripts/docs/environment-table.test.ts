import { expect, test } from 'vitest'
import { differingVariables } from './environment-table.ts'

const page = `| Name | Default | Meaning |
| --- | --- | --- |
| \`PORT\`, \`HOST\` | \`3000\` | where the server listens |
| \`ROLE\` | \`all\` | \`api\`, \`worker\` or both |`

test('a page that names each variable once is right', () => {
  expect(differingVariables(page, ['PORT', 'HOST', 'ROLE'])).toEqual([])
})

test('a variable that only one of the two knows is named, and so is a second row', () => {
  expect(differingVariables(`${page}\n| \`PORT\` | | again |`, ['PORT', 'ROLE', 'DEMO'])).toEqual([
    'docs/environment.md lacks DEMO',
    'docs/environment.md names HOST, which the server does not read',
    'docs/environment.md names PORT twice',
  ])
})
