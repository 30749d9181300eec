import { useState } from 'react'
import { readStored, writeStored } from '../../browser/storage.ts'

/** How many columns the letters leave room for on a wide screen. */
export const letterSizes = { normal: 5, large: 4, huge: 3 } as const
export type LetterSize = keyof typeof letterSizes

const sizeKey = 'wallLetters'
const stationsKey = 'wallStations'

/** What this device shows: its letters and its stations (none: all). Kept on the device. */
export function useWallDevice() {
  const [size, setSize] = useState<LetterSize>(() => {
    const stored = readStored(sizeKey)
    return stored === 'large' || stored === 'huge' ? stored : 'normal'
  })
  const [stations, setStations] = useState<readonly string[]>(() => textsIn(readStored(stationsKey)))
  return {
    size,
    stations,
    nextSize: () => {
      const next = size === 'normal' ? 'large' : size === 'large' ? 'huge' : 'normal'
      writeStored(sizeKey, next)
      setSize(next)
    },
    chooseStations: (chosen: readonly string[]) => {
      writeStored(stationsKey, chosen.length === 0 ? null : JSON.stringify(chosen))
      setStations(chosen)
    },
  }
}

const doneKey = 'wallDone'

/** Dishes that a station of this device has finished, by `finishedKey`: `[key, index, index…]`. */
export function readDone(): ReadonlyMap<string, ReadonlySet<number>> {
  try {
    const stored = JSON.parse(readStored(doneKey) ?? '[]') as unknown
    if (!Array.isArray(stored)) return new Map()
    return new Map(
      stored.flatMap((row: unknown) =>
        Array.isArray(row) && typeof row[0] === 'string'
          ? [[row[0], new Set(row.slice(1).filter((index) => typeof index === 'number'))] as const]
          : [],
      ),
    )
  } catch {
    return new Map()
  }
}

export const writeDone = (done: ReadonlyMap<string, ReadonlySet<number>>): void =>
  writeStored(doneKey, JSON.stringify([...done].map(([key, dishes]) => [key, ...dishes])))

function textsIn(stored: string | null): readonly string[] {
  try {
    const texts = JSON.parse(stored ?? '[]') as unknown
    return Array.isArray(texts) ? texts.filter((text) => typeof text === 'string') : []
  } catch {
    return []
  }
}
