import { useEffect } from 'react'
import { createStore, useStore } from '../kit/create-store.ts'
import { readStored, writeStored } from './storage.ts'

/** `blocked`: enabled, but the browser allows sound only after a first tap. */
export type SoundState = 'off' | 'blocked' | 'on'

export type Sound = 'new' | 'due' | 'late' | 'cancelled'

const storageKey = 'orderSound'
let context: AudioContext | null = null
let soundEnabled = readStored(storageKey) !== 'off'

const stateNow = (): SoundState => (!soundEnabled ? 'off' : context?.state === 'running' ? 'on' : 'blocked')
const soundState = createStore(stateNow())
const showState = (): void => soundState.set(stateNow())

export const useSoundState = (): SoundState => useStore(soundState)

/** Called from a tap: enables the sound and plays it. */
export function soundOn(): void {
  soundEnabled = true
  writeStored(storageKey, 'on')
  context ??= new AudioContext()
  context.addEventListener('statechange', showState)
  void context.resume().then(() => {
    play('new')
    showState()
  })
}

export function soundOff(): void {
  soundEnabled = false
  writeStored(storageKey, 'off')
  showState()
}

/**
 * Any tap on the page unlocks enabled sound. It runs after the tap, so that the strip's update does not move
 * the tapped button away.
 */
export function useSoundGate(): void {
  useEffect(() => {
    const open = () => {
      if (stateNow() !== 'blocked') return
      context ??= new AudioContext()
      context.addEventListener('statechange', showState)
      void context.resume().then(showState)
    }
    document.addEventListener('click', open)
    document.addEventListener('keydown', open)
    return () => {
      document.removeEventListener('click', open)
      document.removeEventListener('keydown', open)
    }
  }, [])
}

const tunes: Readonly<Record<Sound, readonly (readonly [hertz: number, at: number, seconds: number])[]>> = {
  new: [
    [880, 0, 0.16],
    [1_174, 0.18, 0.28],
  ],
  due: [
    [784, 0, 0.18],
    [784, 0.24, 0.18],
    [988, 0.48, 0.3],
  ],
  late: [
    [392, 0, 0.3],
    [330, 0.34, 0.4],
  ],
  cancelled: [
    [659, 0, 0.14],
    [523, 0.16, 0.14],
    [415, 0.32, 0.34],
  ],
}

/** Which sounds the person wants now. */
let isWanted = (_sound: Sound): boolean => true
export function playOnly(wanted: typeof isWanted): void {
  isWanted = wanted
}

/** The browser lets it sound, and the person wants it now. */
export const mayPlay = (sound: Sound): boolean => stateNow() === 'on' && isWanted(sound)

export function play(sound: Sound): void {
  if (!context || !mayPlay(sound)) return
  const start = context.currentTime
  for (const [hertz, at, seconds] of tunes[sound]) {
    const tone = context.createOscillator()
    const volume = context.createGain()
    tone.type = 'triangle'
    tone.frequency.value = hertz
    volume.gain.setValueAtTime(0.0001, start + at)
    volume.gain.exponentialRampToValueAtTime(0.4, start + at + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.0001, start + at + seconds)
    tone.connect(volume).connect(context.destination)
    tone.start(start + at)
    tone.stop(start + at + seconds)
  }
}
