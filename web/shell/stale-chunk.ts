import { lazyRouteComponent } from '@tanstack/react-router'
import { lazy, type ComponentType } from 'react'
import { afterPaint } from '../browser/after-paint.ts'

const key = 'reloaded-for-chunk'
/** A second failure within this time is no deploy: reloading again would not help. */
const onceInMs = 60_000

/** A page's file that did not come: the page was deployed anew, or the network is gone. */
export class LostChunk extends Error {
  constructor(cause: unknown) {
    super('A part of the page could not be loaded.', { cause })
    this.name = 'LostChunk'
  }
}

/** A page loaded when it is opened. The router would reload by itself as well: only our rule counts here. */
export function lazyPage<Module extends object, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(
    () =>
      load().catch((error: unknown) => {
        throw new LostChunk(error)
      }),
    name,
  )
}

/** A part of a page that comes after the rest of it: asked for when the rest is on the screen, which it would keep waiting. */
export function lazyPart<Props, Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
) {
  return lazy(async () => {
    await afterPaint()
    try {
      const module = await load()
      return { default: module[name] }
    } catch (error) {
      throw new LostChunk(error)
    }
  })
}

/**
 * A deploy removes the files of the page that is open: one full reload fetches the new ones; when
 * that did not help, the error page says so (docs/product.md section 2). True while the reload is on its way.
 */
export function reloadForLostChunk(error: unknown): boolean {
  if (!(error instanceof LostChunk)) return false
  if (reloading) return true
  // Without a network a reload would trade this page for the browser's own error.
  if (!navigator.onLine) return false
  if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < onceInMs) return false
  sessionStorage.setItem(key, String(Date.now()))
  reloading = true
  location.reload()
  return true
}

/** The error page renders more than once while the reload is on its way. */
let reloading = false
