import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { afterEach, describe, expect, test } from 'vitest'
import { until } from '../server/testing/until.ts'
import { runningChild } from './child-process.ts'
import { createHouse } from './house.ts'

/**
 * The house of `npm start` with small real programs for its parts: `cat` answers each line with the same line. The real
 * parts are hurt by `npm run faults`.
 */
const needed = ['O banco de dados', 'O servidor'] as const
const beside = ['O simulador do iFood', 'O simulador do WhatsApp', 'O agente de impressão'] as const
const names = ['O banco de dados', ...beside.slice(0, 2), 'O servidor', 'O agente de impressão'] as const
type Name = (typeof names)[number]
const server = 'O servidor'

let last: ReturnType<typeof houseOfCats> | null = null
afterEach(async () => {
  await last?.end()
})

describe.each(needed)('%s, which others need', (name) => {
  test('that fails at the start ends the start with its reason', async () => {
    const house = open()
    house.failures.set(name, 1)
    await expect(house.start()).rejects.toThrow(`${name} falhou`)
  })

  test('that starts slowly is waited for', async () => {
    const house = open()
    const gate = house.close(name)
    const started = house.start()
    await until(() => house.asked.includes(name))
    expect(house.isRunning(server)).toBe(false)
    gate.open()
    await started
    await house.expectAll()
  })

  test('that ends while it runs is started again, and nothing else', async () => {
    const house = await running()
    const before = house.pids()
    house.kill(name)
    await until(() => house.pid(name) !== before[name])
    await house.expectAll()
    expect({ ...house.pids(), [name]: 0 }).toEqual({ ...before, [name]: 0 })
    expect(house.said).toEqual([`${name} parou (sinal SIGKILL). Iniciando de novo.`])
  })

  test('that starts slowly again leaves the others at work', async () => {
    const house = await running()
    const gate = house.close(name)
    house.kill(name)
    await until(() => house.asked.filter((asked) => asked === name).length === 2)
    await house.expectAllBut(name)
    gate.open()
    await house.expectAll()
  })

  test('that ends ten times in a minute ends the house, in one sentence', async () => {
    const house = await running()
    house.short.add(name)
    house.kill(name)
    await until(() => house.gaveUp() > 0)
    expect(house.said.at(-1)).toMatch(
      new RegExp(`^${name} parou 10 vezes em um minuto .+ O Balcão vai parar.$`),
    )
  })
})

describe.each(beside)('%s, which nobody needs', (name) => {
  test('that fails at the start, however often, leaves the house open', async () => {
    const house = open()
    house.failures.set(name, 25)
    await house.start()
    await house.expectAllBut(name)
    await until(() => house.isRunning(name))
    await house.expectAll()
    expect(house.gaveUp()).toBe(0)
    expect(house.said.filter((line) => line.includes('não iniciou'))).toHaveLength(1)
  })

  test('that starts slowly is not waited for', async () => {
    const house = open()
    const gate = house.close(name)
    await house.start()
    await house.expectAllBut(name)
    gate.open()
    await until(() => house.isRunning(name))
    await house.expectAll()
  })

  test('that ends while it runs is started again, and nothing else', async () => {
    const house = await running()
    const before = house.pids()
    house.kill(name)
    await until(() => house.pid(name) !== before[name])
    await house.expectAll()
    expect({ ...house.pids(), [name]: 0 }).toEqual({ ...before, [name]: 0 })
  })

  test.each(['start', 'running'])(
    'that ends ten times in a minute (%s) is paused in one line, then works',
    async (moment) => {
      const house = moment === 'start' ? open() : await running()
      house.short.add(name)
      if (moment === 'start') await house.start()
      else house.kill(name)
      await until(() => house.said.some((line) => line.startsWith(`${name} parou 10 vezes`)))
      await house.expectAllBut(name)
      // Also after more tries it stays one line.
      const tries = house.asked.length
      await until(() => house.asked.length >= tries + 3)
      expect(house.said).toEqual([
        expect.stringMatching(new RegExp(`^${name} parou .+ Iniciando de novo.$`)),
        expect.stringMatching(
          new RegExp(
            `^${name} parou 10 vezes em um minuto .+ O resto funciona sem ele; de tempos em tempos tentamos de novo.$`,
          ),
        ),
      ])
      house.short.delete(name)
      await until(() => house.isRunning(name))
      await house.expectAll()
      expect(house.gaveUp()).toBe(0)
    },
  )

  test('that ends while the server does not answer is not to blame', async () => {
    const house = await running()
    house.freeze(server)
    house.short.add(name)
    house.kill(name)
    await until(() => house.asked.filter((asked) => asked === name).length > 15)
    house.short.delete(name)
    house.thaw(server)
    await house.expectAll()
    expect(house.said).toEqual([`${name} parou (sinal SIGKILL). Iniciando de novo.`])
  })
})

describe.each(names)('%s, frozen', (name) => {
  test('while it runs, stops no other, and works again when it is awake', async () => {
    const house = await running()
    const before = house.pids()
    house.freeze(name)
    await house.expectAllBut(name)
    house.thaw(name)
    await house.expectAll()
    expect(house.pids()).toEqual(before)
    expect(house.said).toEqual([])
  })

  test('does not keep the house from stopping', async () => {
    const house = await running()
    house.freeze(name)
    await house.stop()
    expect(names.filter((each) => house.isRunning(each))).toEqual([])
  })
})

function open() {
  last = houseOfCats()
  return last
}

async function running() {
  const house = open()
  await house.start()
  return house
}

type Cat = ChildProcessByStdio<Writable, Readable, null>

function houseOfCats() {
  const said: string[] = []
  const asked: Name[] = []
  const failures = new Map<Name, number>()
  const short = new Set<Name>()
  const frozen = new Set<Name>()
  const gates = new Map<Name, PromiseWithResolvers<null>>()
  const cats = new Map<Name, Cat>()
  let gaveUp = 0
  let lines = 0
  const house = createHouse({
    say: (line) => said.push(line),
    giveUp: () => {
      gaveUp += 1
    },
    serverAnswers: async () => isRunning(server) && !frozen.has(server),
    maxWaitMs: 50,
    pauseMs: 1,
    maxPauseMs: 4,
    restMs: 1,
    maxRestMs: 4,
  })
  const part = (name: Name) => ({
    name,
    start: async (stopping: AbortSignal) => {
      asked.push(name)
      const left = failures.get(name) ?? 0
      failures.set(name, left - 1)
      if (left > 0) throw new Error(`${name} falhou`)
      const stopped = new Promise((_resolve, reject) => {
        stopping.addEventListener('abort', () => reject(new Error('stopped')))
      })
      await Promise.race([gates.get(name)?.promise, stopped])
      const program = short.has(name) ? 'false' : 'cat'
      const cat = spawn(program, { stdio: ['pipe', 'pipe', 'ignore'] })
      cat.stdin.on('error', () => {})
      cats.set(name, cat)
      await once(cat, 'spawn')
      return runningChild(cat, 200)
    },
  })
  const catOf = (name: Name): Cat => {
    const cat = cats.get(name)
    if (!cat) throw new Error(`${name} does not run`)
    return cat
  }
  const isRunning = (name: Name): boolean => {
    const cat = cats.get(name)
    return cat !== undefined && cat.spawnfile === 'cat' && cat.exitCode === null && cat.signalCode === null
  }
  /** Says a line and hears it again. */
  const works = async (name: Name): Promise<void> => {
    await until(() => isRunning(name))
    const { stdin, stdout } = catOf(name)
    const line = `${(lines += 1)}\n`
    let heard = ''
    const hear = (chunk: Buffer) => (heard += chunk.toString())
    stdout.on('data', hear)
    stdin.write(line)
    await until(() => heard.endsWith(line))
    stdout.off('data', hear)
  }
  const signal = (name: Name, which: NodeJS.Signals) => catOf(name).kill(which)
  const thaw = (name: Name) => {
    frozen.delete(name)
    signal(name, 'SIGCONT')
  }
  const stop = async (): Promise<void> => {
    for (const gate of gates.values()) gate.resolve(null)
    await house.stop()
  }
  return {
    said,
    asked,
    failures,
    short,
    isRunning,
    thaw,
    stop,
    start: async () => {
      for (const name of names)
        await (needed.some((one) => one === name) ? house.need(part(name)) : house.beside(part(name)))
    },
    end: async () => {
      for (const name of frozen) thaw(name)
      await stop()
    },
    pid: (name: Name) => catOf(name).pid,
    pids: () => Object.fromEntries(names.map((name) => [name, catOf(name).pid])),
    kill: (name: Name) => signal(name, 'SIGKILL'),
    freeze: (name: Name) => {
      frozen.add(name)
      signal(name, 'SIGSTOP')
    },
    gaveUp: () => gaveUp,
    /** The next starts of a part wait for the gate. */
    close: (name: Name) => {
      const gate = Promise.withResolvers<null>()
      gates.set(name, gate)
      return { open: () => gate.resolve(null) }
    },
    expectAll: async () => {
      for (const name of names) await works(name)
    },
    expectAllBut: async (missing: Name) => {
      for (const name of names) if (name !== missing) await works(name)
    },
  }
}
