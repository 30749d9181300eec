import type { AllHTMLAttributes, ElementType } from 'react'
import { classNames } from './class-names.ts'
import './kit.css'

interface WordsProps extends Omit<AllHTMLAttributes<HTMLElement>, 'as' | 'size'> {
  /** The element; default `p`. */
  readonly as?: ElementType
  /** Of the scale in web/ui/base.css; default: that of the text around it. */
  readonly size?: 2 | 3 | 4
  readonly strong?: boolean
  /** On a line of its own. */
  readonly block?: boolean
}

/** Beside the words that matter. */
export const Muted = (props: WordsProps) => <Words tone="muted" {...props} />

/** What is wrong, or cannot be. An answer to a press is a `FormError`. */
export const Problem = (props: WordsProps) => <Words tone="bad" {...props} />

function Words({
  as: Element = 'p',
  tone,
  size,
  strong = false,
  block = false,
  className,
  ...rest
}: WordsProps & { readonly tone: 'muted' | 'bad' }) {
  return (
    <Element
      {...rest}
      className={classNames(
        `kit-${tone}`,
        size && `kit-size${size}`,
        strong && 'kit-strong',
        block && 'kit-block',
        className,
      )}
    />
  )
}
