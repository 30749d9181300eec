import { lazyRouteComponent } from '@tanstack/react-router'
import { createElement, lazy, Suspense, type ComponentType } from 'react'
import { afterPaint } from '../browser/after-paint.ts'

const key = 'reloaded-for-chunk'
/** A second failure within this time is not a deploy: reloading again would not help. */
const onceInMs = 60_000

/** A page's file failed to load: a new version was deployed, or the network is gone. */
export class LostChunk extends Error {
  constructor(cause: unknown) {
    super('A part of the page could not be loaded.', { cause })
    this.name = 'LostChunk'
  }
}

/**
 * A page loaded on demand. The error is wrapped because the router has its own reload rule; only ours should
 * apply.
 */
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

type Load<Props, Name extends string> = () => Promise<Readonly<Record<Name, ComponentType<Props>>>>

/**
 * A part of a page that is loaded after the rest is painted, so that it does not delay it. Until then its place is
 * empty, and everything around it stays.
 */
export function lazyPart<Props extends object, Name extends string>(load: Load<Props, Name>, name: Name) {
  return withOwnWait(lazyFramed(load, name))
}

/** The same for what has a frame around it (Suspense, DeferredSection) that shows what is coming. */
export function lazyFramed<Props, Name extends string>(load: Load<Props, Name>, name: Name) {
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

/** What the screen can do without: nothing is shown when its code cannot be loaded. */
export function extraPart<Props extends object, Name extends string>(load: Load<Props, Name>, name: Name) {
  const part = lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    await afterPaint()
    try {
      return { default: (await load())[name] }
    } catch {
      return { default: () => null }
    }
  })
  return withOwnWait(part)
}

/** A part without it takes the whole page away while it loads. */
const withOwnWait =
  <Props extends object>(part: ComponentType<Props>) =>
  (props: Props) =>
    createElement(Suspense, { fallback: null }, createElement(part, props))

/**
 * A deploy removes the files of open pages: one full reload fetches the new ones; if that did not help, the
 * error page says so (docs/product/screens.md). Returns true while reloading.
 */
export function reloadForLostChunk(error: unknown): boolean {
  if (!(error instanceof LostChunk)) return false
  if (reloading || isLeaving()) return true
  // Without a network a reload would replace this page with the browser's error page.
  if (!navigator.onLine) return false
  if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < onceInMs) return false
  sessionStorage.setItem(key, String(Date.now()))
  reloading = true
  location.reload()
  return true
}

/** The error page renders more than once during the reload. */
let reloading = false

/** The browser cancels the files of a page that is left, and a reload then would cancel the next page too. */
const leavingMs = 5_000
let leftAt = Number.NEGATIVE_INFINITY
const isLeaving = (): boolean => performance.now() - leftAt < leavingMs

export function watchLeaving(): void {
  window.addEventListener('beforeunload', () => {
    leftAt = performance.now()
  })
}
