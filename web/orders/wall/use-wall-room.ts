import { useCallback, useState } from 'react'
import type { Room } from './pack-tickets.rules.ts'
import { letterSizes, type LetterSize } from './wall-device.ts'

export interface WallRoom extends Room {
  /** Pixels. */
  readonly width: number
  /** Changes with all that changes the height of a ticket: size of the screen, letters, fonts. */
  readonly shape: string
}

const gap = 14
/** A column narrower than this holds no dish with its quantity. */
const minColumn = 230

/** The columns of the wall: as many as the letters leave room for. Sizes follow the width of a column. */
export function useWallRoom(size: LetterSize) {
  const [box, setBox] = useState({ width: 0, height: 0, fonts: 0 })
  const body = useCallback((element: HTMLDivElement | null) => {
    if (!element) return undefined
    const look = () => {
      const style = getComputedStyle(element)
      const width =
        element.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
      setBox((before) =>
        before.width === width && before.height === element.clientHeight
          ? before
          : { ...before, width, height: element.clientHeight },
      )
    }
    const watch = new ResizeObserver(look)
    watch.observe(element)
    const onFonts = () => setBox((before) => ({ ...before, fonts: before.fonts + 1 }))
    document.fonts.addEventListener('loadingdone', onFonts)
    return () => {
      watch.disconnect()
      document.fonts.removeEventListener('loadingdone', onFonts)
    }
  }, [])
  const columns = Math.max(1, Math.min(letterSizes[size], Math.floor((box.width + gap) / (minColumn + gap))))
  const width = Math.floor((box.width - gap * (columns - 1)) / columns)
  const shape = `${width} ${box.height} ${box.fonts}`
  const [room, setRoom] = useState<WallRoom>({ columns, height: box.height, gap, width, shape })
  if (room.shape !== shape || room.columns !== columns)
    setRoom({ columns, height: box.height, gap, width, shape })
  return { body, room }
}
