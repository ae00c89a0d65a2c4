"""Boards, timelines, trees and parts of dialogs, as SVG and HTML."""
