import { useLayoutEffect, useState, type RefObject } from 'react'

/** The element's offset in the page in whole pixels, measured again when anything on the page changes height. */
export function usePageTop(box: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      if (box.current) setTop(Math.round(box.current.getBoundingClientRect().top + window.scrollY))
    }
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(document.body)
    return () => watch.disconnect()
  }, [box])
  return top
}
