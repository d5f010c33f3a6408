import assert from 'node:assert/strict'
import test from 'node:test'
import { settleReferences } from '../../../tools/diorama-data/settle-references.ts'

test('a part that is used elsewhere is named in the way that every renderer knows', () => {
  assert.equal(settleReferences('<use href="#hair"/>'), '<use xlink:href="#hair"/>')
  assert.equal(settleReferences('<use x="3" xlink:href="#hair"/>'), '<use x="3" xlink:href="#hair"/>')
})

test('a gradient has in itself what it takes from another, and its own wins', () => {
  const base =
    '<radialGradient id="a" r="9" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="red"/></radialGradient>'
  assert.equal(
    settleReferences(`${base}<radialGradient id="b" r="5" href="#a"/>`),
    `${base}<radialGradient id="b" r="5" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="red"/></radialGradient>`,
  )
  // A radius means nothing to a line.
  assert.equal(
    settleReferences(`${base}<linearGradient id="b" x1="5" href="#a"/>`),
    `${base}<linearGradient id="b" x1="5" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="red"/></linearGradient>`,
  )
})

test('gradients that refer to each other in a circle come to an end', () => {
  const circle = '<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/>'
  assert.ok(!settleReferences(circle).includes('href'))
})

test('a use of a bare use leads to the thing itself; one that moves it is kept', () => {
  assert.equal(
    settleReferences('<use href="#hand" id="b"/><clipPath><use href="#b"/></clipPath>'),
    '<use xlink:href="#hand" id="b"/><clipPath><use xlink:href="#hand"/></clipPath>',
  )
  assert.match(settleReferences('<use href="#hand" id="b" x="4"/><use href="#b"/>'), /<use xlink:href="#b"\/>$/)
})

test('the opacity of a use lies around it', () => {
  assert.equal(settleReferences('<use href="#shade" opacity=".3"/>'), '<g opacity=".3"><use xlink:href="#shade"/></g>')
})
