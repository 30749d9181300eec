import { createContext, use } from 'react'

/**
 * Where the words of a sentence are drawn. The same words are drawn several times: in the sentence, as tabs
 * of the phone's sheet, as the panel of the open tab, and as the result above the sheet's button.
 */
export type SentencePlace =
  | {
      readonly kind: 'wide'
      /** Where panels are put: outside of the heading, so that its name does not include them. */
      readonly panels: HTMLElement | null
      /** Says to screen readers what is chosen now. */
      readonly announce: (words: string) => void
    }
  | { readonly kind: 'line' }
  | { readonly kind: 'tabs'; readonly active: string | null; readonly onOpen: (title: string) => void }
  | {
      readonly kind: 'panel'
      readonly active: string | null
      /** After a choice that needs no other. */
      readonly close: () => void
    }
  | { readonly kind: 'result' }

export const InSentence = createContext<SentencePlace>({ kind: 'result' })

export const useSentencePlace = (): SentencePlace => use(InSentence)
