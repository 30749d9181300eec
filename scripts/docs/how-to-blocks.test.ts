import { expect, test } from 'vitest'
import { blocksOf, withBlock, type Block } from './how-to-blocks.ts'

const page = 'docs/how-to/add-a-thing.md'
const fence = '```'

test('the first line of a block names its file, and the line that it goes below', () => {
  const text = `
- [ ] **Handler**:

  ${fence}ts
  // server/things/read-thing.ts
  export const thing = {
    name: 'thing',
  }
  ${fence}

${fence}tsx
// web/things/page.tsx, below: pages: {
thing: <Thing />,
${fence}

${fence}sql
select 1
${fence}
`
  expect(blocksOf(page, text)).toEqual({
    blocks: [
      {
        page,
        path: 'server/things/read-thing.ts',
        below: null,
        code: "export const thing = {\n  name: 'thing',\n}",
      },
      { page, path: 'web/things/page.tsx', below: 'pages: {', code: 'thing: <Thing />,' },
    ],
    problems: [],
  })
})

test('a block that does not name its file is a problem', () => {
  expect(blocksOf(page, `${fence}ts\nconst thing = 1\n${fence}`)).toEqual({
    blocks: [],
    problems: [`${page}: the block “const thing = 1” does not name its file in its first line`],
  })
})

const block: Block = {
  page,
  path: 'a.ts',
  below: 'list = [',
  code: "import { two } from './two.ts'\ntwo,",
}

test('code goes below its line, with its imports at the head of the file', () => {
  expect(withBlock('const list = [\n  one,\n]', block)).toBe(
    "import { two } from './two.ts'\nconst list = [\ntwo,\n  one,\n]",
  )
})

test('code without a line goes to the end, also of a file that is new', () => {
  expect(withBlock('one', { ...block, below: null, code: 'two' })).toBe('one\ntwo\n')
  expect(withBlock('', { ...block, below: null, code: 'two' })).toBe('\ntwo\n')
})

test('a file without the line is a problem', () => {
  expect(() => withBlock('const map = {}', block)).toThrow(`${page}: a.ts has no line “list = [”`)
})
