/** Chrome as a window of its own that prints on the default printer without a question. */
export const kioskCommand = (origin: string): string =>
  `chrome.exe --kiosk-printing --app=${origin}/menu/orders`
