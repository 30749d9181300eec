import * as z from 'zod/mini'
import { instant } from '../shared/day.ts'
import { route } from '../shared/route.ts'
import { availablePrinter } from './printing.ts'

/** A computer that has not answered a search after this long will not. */
export const searchMs = 60_000
/** The port of raw printing. */
export const printerPort = 9100

export const computerSystems = ['windows', 'macos', 'linux'] as const
export type ComputerSystem = (typeof computerSystems)[number]

/** `192.168.0.0/24`. */
export const networkText = z.string().check(z.regex(/^\d{1,3}(\.\d{1,3}){3}\/\d{1,2}$/))

/** A printer on the network, as a computer of the store has found it. */
export const foundPrinter = z.strictObject({
  /** `192.168.0.50`, with the port if it is not 9100. */
  address: z.string().check(z.minLength(1), z.maxLength(253)),
  /** As it names itself; empty: it does not. */
  name: z.string().check(z.maxLength(120)),
  /** A connection was accepted; false: it names itself on the network and takes no connection. */
  answers: z.boolean(),
})
export type FoundPrinter = z.output<typeof foundPrinter>
export const maxFound = 50

export const searchPrinters = route({
  name: 'searchPrinters',
  method: 'POST',
  path: '/config/print/search/mine',
  summary: 'Asks the store’s computers to look for printers on their networks; one search at a time',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  reply: z.strictObject({
    /** Computers that are looking now. */
    computers: z.int(),
  }),
  errors: ['store/not-found', 'print/no-computer'],
})

export const searchStates = ['none', 'running', 'silent', 'done'] as const

export const readAvailablePrinters = route({
  name: 'readAvailablePrinters',
  method: 'GET',
  path: '/config/print/available/mine',
  summary:
    'What the store’s computers see on their machines, and what their last search found on the network',
  access: { kind: 'store', role: 'manager' },
  reply: z.strictObject({
    agents: z.array(
      z.strictObject({
        agentId: z.uuid(),
        name: z.string(),
        online: z.boolean(),
        /** Null: its agent is too old to say. */
        system: z.nullable(z.enum(computerSystems)),
        networks: z.array(z.string()),
        printers: z.array(availablePrinter),
        /** `silent`: asked, and it has not answered in time. */
        search: z.enum(searchStates),
        searchedAt: z.nullable(instant),
        found: z.array(foundPrinter),
      }),
    ),
  }),
  errors: ['store/not-found'],
})
