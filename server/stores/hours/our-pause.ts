/** Marketplaces show it in their own tools: it is the mark of our pauses. */
export const ourPauseWords = 'Pausada pelo Balcão'
