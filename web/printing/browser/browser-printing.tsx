import { useCallback, useEffect, useRef } from 'react'
import type { LiveEvent } from '../../../contract/live/live.ts'
import { ApiError } from '../../api/api-error.ts'
import { useLive } from '../../live/live-stream.ts'
import { concernsPrinting } from '../printing.rules.ts'
import { printWaiting } from './print-here.ts'
import { setPrintsHere, usePrintsHere, type PrinterHere } from './prints-here.ts'

/** In every screen of a browser that prints automatically. */
export function BrowserPrinting() {
  return usePrintsHere().map((printer) => <Waiting key={printer.printerId} printer={printer} />)
}

const askEveryMs = 5_000

/** Asks for tickets at each event of an order, and now and then because events can be lost. */
function Waiting({ printer }: { readonly printer: PrinterHere }) {
  const { storeId, printerId } = printer
  const asking = useRef(false)
  const askNow = useCallback(async () => {
    // A page that nobody sees may not print, and would have the ticket in vain.
    if (asking.current || document.visibilityState !== 'visible') return
    asking.current = true
    try {
      await printWaiting(storeId, printerId)
    } catch (error) {
      // Removed, or of a store of another person. Anything else passes: it is asked again.
      if (error instanceof ApiError && endings.includes(error.code))
        setPrintsHere({ storeId, printerId }, false)
    } finally {
      asking.current = false
    }
  }, [storeId, printerId])
  useEffect(() => {
    void askNow()
    const timer = setInterval(() => void askNow(), askEveryMs)
    return () => clearInterval(timer)
  }, [askNow])
  useLive(
    useCallback(
      (event: LiveEvent) => {
        if (concernsPrinting(event)) void askNow()
      },
      [askNow],
    ),
  )
  return null
}

const endings: readonly string[] = ['print/printer-not-found']
