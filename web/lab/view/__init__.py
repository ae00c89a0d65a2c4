"""What is seen: functions of the state, region by region."""
