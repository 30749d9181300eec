import type { Page } from 'playwright-core'

/** Texts and buttons of one part of a screen that are cut or overlap; empty: none. */
export const boxProblems = (page: Page, parts: string): Promise<readonly string[]> =>
  page.evaluate(problemsOf, parts)

/** In the page. */
function problemsOf(parts: string): readonly string[] {
  interface Piece {
    readonly node: Node
    readonly words: string
    readonly box: DOMRect
  }
  type Edges = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>
  const found = new Set<string>()
  const hidden = new Map<Element, boolean>()
  const clips = new Map<Element, boolean>()
  for (const part of document.querySelectorAll<HTMLElement>(parts)) {
    const pieces = piecesOf(part)
    for (const piece of pieces) if (isCut(piece, part)) found.add(`cut: “${piece.words}”`)
    for (const [index, one] of pieces.entries())
      for (const other of pieces.slice(index + 1))
        if (doOverlap(one, other, part)) found.add(`“${one.words}” overlaps “${other.words}”`)
  }
  return [...found]

  /** Lines of text, and buttons. */
  function piecesOf(part: HTMLElement): readonly Piece[] {
    const pieces: Piece[] = []
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const words = node.textContent?.trim() ?? ''
      if (words === '' || isHidden(node.parentElement)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const box of range.getClientRects()) pieces.push({ node, words: words.slice(0, 60), box })
    }
    for (const button of part.querySelectorAll('button'))
      if (!isHidden(button))
        pieces.push({ node: button, words: `[${button.innerText}]`, box: button.getBoundingClientRect() })
    return pieces
  }

  /** Only for a screen reader, or not drawn. */
  function isHidden(element: Element | null): boolean {
    if (!element) return false
    const known = hidden.get(element)
    if (known !== undefined) return known
    const { clipPath, width, display, visibility } = getComputedStyle(element)
    const own = clipPath === 'inset(50%)' || width === '1px' || display === 'none' || visibility === 'hidden'
    const answer = own || isHidden(element.parentElement)
    hidden.set(element, answer)
    return answer
  }

  /** Beyond the part itself, or beyond a box inside it that clips. */
  function isCut({ node, box }: Piece, part: HTMLElement): boolean {
    for (let at = node.parentElement; at; at = at.parentElement) {
      if ((at === part || doesClip(at)) && !holds(at.getBoundingClientRect(), box)) return true
      if (at === part) return false
    }
    return false
  }

  function doesClip(element: Element): boolean {
    const known = clips.get(element) ?? getComputedStyle(element).overflowX !== 'visible'
    clips.set(element, known)
    return known
  }

  function holds(outer: DOMRect, inner: DOMRect): boolean {
    return inner.left >= outer.left - 1 && inner.right <= outer.right + 1 && inner.bottom <= outer.bottom + 2
  }

  function doOverlap(one: Piece, other: Piece, part: HTMLElement): boolean {
    if (one.node === other.node || one.node.contains(other.node) || other.node.contains(one.node))
      return false
    return doMeet(one.box, other.box) && doMeet(seenOf(one, part), seenOf(other, part))
  }

  /** A line of text has some room above and below its letters. */
  function doMeet(one: Edges, other: Edges): boolean {
    const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
    const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
    return across > 1 && down > 4
  }

  /** What the boxes around it leave in sight. */
  function seenOf({ node, box }: Piece, part: HTMLElement): Edges {
    let { left, right, top, bottom } = box
    for (let at = node.parentElement; at && at !== part; at = at.parentElement) {
      if (!doesClip(at)) continue
      const clip = at.getBoundingClientRect()
      left = Math.max(left, clip.left)
      right = Math.min(right, clip.right)
      top = Math.max(top, clip.top)
      bottom = Math.min(bottom, clip.bottom)
    }
    return { left, right, top, bottom }
  }
}
