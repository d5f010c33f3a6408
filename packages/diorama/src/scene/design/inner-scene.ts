import type { Canvas } from '@napi-rs/canvas'
import type { Brief } from '../../brief.ts'

/** Paints the still picture of a brief in a size of its own: a scene within a sheet. */
export type InnerScene = (brief: Brief, size: { width: number; height: number }) => Promise<Canvas>
