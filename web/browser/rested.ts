import { useEffect, useState } from 'react'

/** Typing goes on for this long before what was typed is looked up. */
const restMs = 350

/** The value once it has stayed the same for a moment. */
export function useRested(value: string): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
